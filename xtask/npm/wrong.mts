// Must not compile: each line that ends with an error number has that error, and no other line has one.
import { load } from "gardener-rootstock";
import { machineImageHasUpdate } from "gardener-rootstock/dashboard";
import { load as loadEverything } from "gardener-rootstock/everything";
import { load as loadQueries } from "gardener-rootstock/queries";
import type { ImagesAnswer, MatrixQuestion } from "gardener-rootstock";

const rootstock = await load();
const documents = rootstock.hold([{ name: "profile.yaml", text: "" }]);
documents.images({}); // TS2741
documents.images({ machineTyp: "anvil" }); // TS2561
documents.select({ machineType: "anvil", image: "bench" }, { semantics: "rumoured" }); // TS2322
documents.check({ operation: "delete" }); // TS2322
const answer: ImagesAnswer = documents.images({ machineType: "anvil" });
answer.options[0].version.length.toFixed();
answer.options[0].versoin; // TS2551
documents.select({ machineType: "anvil", image: "bench" }).versions[0].providerImage.found; // TS2531
export const question: MatrixQuestion = { machineTypes: "anvil" }; // TS2322
rootstock.hold([{ name: "profile.yaml" }]); // TS2322
rootstock.hold([{ name: "profile.yaml", text: "", role: "parent" }]); // TS2322
machineImageHasUpdate(documents, { name: "bench" }); // TS2741
const queries = (await loadQueries()).hold([{ name: "profile.yaml", text: "" }]);
machineImageHasUpdate(queries, { name: "bench", version: "1.0.0" });
queries.check(); // TS2339
queries.resolve({ domain: "guild" }); // TS2353
const everything = (await loadEverything()).hold([{ name: "profile.yaml", text: "" }]);
everything.ask("diff", {}).update.findings.length.toFixed();
everything.ask("dif", {}); // TS2345
everything.ask("explain", {}); // TS2741
