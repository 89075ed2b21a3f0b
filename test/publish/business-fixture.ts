import type { Business } from "../../src/schema/business.ts";

/** A business as /reviews.json shows one. */
export const buildBusiness = (changes: Partial<Business> = {}): Business => ({
  name: "Fern & Sons",
  description: "Made up for tests.",
  url: "http://localhost:3000/",
  telephone: "+1 555 010 0199",
  email: "office@example.com",
  address: { street: "1 Mill Road", city: "Fernwick", region: "OH", postal_code: "43999", country: "US" },
  opening_hours: [],
  same_as: [],
  services: [],
  technicians: [],
  service_areas: [],
  ...changes,
});
