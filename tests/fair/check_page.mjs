// Runs the script of the page that checks decks, for tests: it knows of no page.
//
//   node check_page.mjs contrib/check.html < jobs.json
//
// A job has "code", which is evaluated behind the script, and "given", which it can use. What it
// gives is printed as JSON, a list with one result for each job.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const page = readFileSync(process.argv[2], "utf8");
const [, script] = /<script id="checker">([\s\S]*?)<\/script>/.exec(page);
const context = vm.createContext({ TextEncoder });
vm.runInContext(script, context);
const results = JSON.parse(readFileSync(0, "utf8")).map(({ code, given }) => {
  context.given = given;
  const result = vm.runInContext(`JSON.stringify((() => { ${code} })())`, context);
  return JSON.parse(result);
});
console.log(JSON.stringify(results));
