const headerParameter = (name: string, required: boolean, description: string, example: string) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

/** What the hub sends to those who subscribed, as a webhook of the API description. */
export function buildContentDelivery(baseUrl: string, example: unknown) {
  return {
    post: {
      operationId: "receiveTopic",
      tags: ["Push"],
      summary: "A topic's new content, pushed by the WebSub hub",
      description:
        "Sent to your callback whenever the content of your topic has changed: the very bytes and Content-Type that GET serves. Three failed deliveries in a row end the subscription.",
      parameters: [
        headerParameter(
          "Link",
          true,
          "The hub and the topic",
          `<${baseUrl}/api/websub/hub>; rel="hub", <${baseUrl}/reviews.json>; rel="self"`,
        ),
        headerParameter(
          "X-Hub-Signature",
          false,
          "HMAC-SHA256 of the body in hex, keyed with your `hub.secret`; absent without one",
          `sha256=${"0123456789abcdef".repeat(4)}`,
        ),
        headerParameter(
          "X-Hub-Delivery",
          true,
          "The same on every retry of one notification, so that you can drop repeats",
          "3b0f6f0e-6b1e-4f0a-9f57-0d5a2f8f8d11",
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              anyOf: [
                { $ref: "#/components/schemas/ReviewsDataset" },
                { $ref: "#/components/schemas/JsonFeed" },
              ],
            },
            example,
          },
          "application/atom+xml": { schema: { type: "string", description: "The Atom feed" } },
        },
      },
      responses: {
        "2XX": { description: "Received; the body is not read" },
        "410": { description: "Ends the subscription" },
      },
    },
  };
}
