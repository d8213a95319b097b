import { WEBHOOK_MESSAGES } from '#contract/webhook-messages.ts'
import { TEST_EVENT } from '#domain/webhook.ts'
import type { Json, JsonSchemas } from './write-schemas.ts'

/** Headers of each message, as Standard Webhooks 1.0 has them. */
const HEADERS = {
  'webhook-id': 'The same in every attempt',
  'webhook-timestamp': 'Seconds since 1970',
  'webhook-signature': 'One or more, separated by spaces: `v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` as base64',
}
const PARAMETERS = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** Describes the messages that webhooks receive, by event. */
export function describeWebhooks(schemas: Pick<JsonSchemas, 'output'>): Record<string, Json> {
  const described = WEBHOOK_MESSAGES.map(({ event, text, body }) => {
    const post = {
      operationId: event,
      tags: ['webhooks'],
      summary: text,
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': { schema: schemas.output(body) } } },
      responses: {
        '2XX': { description: 'Received' },
        default: {
          description: event === TEST_EVENT ? 'Not sent again; 410 turns the webhook off' : 'Sent again later; 410 turns the webhook off',
        },
      },
    }
    return [event, { post }]
  })
  return Object.fromEntries(described)
}
