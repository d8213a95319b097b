import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { referencePage } from './reference.ts'
import { newNonce } from './security.ts'

/** The machine-readable and the readable description of every call. */
export function describeCalls(app: FastifyInstance, publicUrl: string): void {
  const description = JSON.stringify(openApi(publicUrl))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(description),
  )
  app.get('/api/docs', async (_request, reply) => {
    const nonce = newNonce()
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`)
      .send(referencePage(nonce))
  })
}
