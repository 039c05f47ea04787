// One call with the types that openapi-typescript generates.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const client = createClient<paths>({ baseUrl: process.argv[2] });
const { data, error } = await client.GET("/api/v1/images", { params: { query: { profile: "workshop", machineType: "lathe" } } });
if (!data || error) {
  throw new Error(JSON.stringify(error));
}
console.log(`TypeScript: ${JSON.stringify(data).length} bytes of images`);
