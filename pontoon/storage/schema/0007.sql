-- Other rules of Shed Pontoon are played by the fields of the default ones.
DROP TABLE fields;
