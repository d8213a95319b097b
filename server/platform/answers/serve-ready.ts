import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { makeReadAddress } from '#server/platform/http/network.ts'
import { isForEverybody } from '#server/platform/http/request.ts'
import { pageLinks } from '#server/platform/http/route.ts'
import { hasTwoHosts } from '#server/platform/http/target.ts'
import type { Answer, openAnswerStore, Variant } from './store-answers.ts'

/** Answers with what is ready before the framework sees the request. What is not ready, or not for everybody, is the framework's. */
export function serveReady(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { store, keyOf }: { store: ReturnType<typeof openAnswerStore>; keyOf: (url: string) => string },
): void {
  const [handle] = app.server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('The server has no handler yet')
  const readAddress = makeReadAddress(config.trustProxy)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  function answerWith(request: IncomingMessage, response: ServerResponse, answer: Answer): boolean {
    const { url = '', headers } = request
    const address = readAddress(request)
    const limits = answer.isUncounted ? [] : app.countRead(address)
    if (!limits) return false
    const id = crypto.randomUUID()
    app.measureReady(request, response, { ...answer, id, address })
    const own = ['x-request-id', id, ...limits, ...(url === answer.links.url ? answer.links.header : pageLinks(url, answer.total))]
    const send = ({ status, headers: ready, body }: Variant) => void response.writeHead(status, [...ready, ...own]).end(body)
    const variant = store.variantOf(answer, headers)
    if ('body' in variant) send(variant)
    else void variant.then(send, () => void response.writeHead(500, own).end())
    return true
  }

  app.server.removeListener('request', handle)
  app.server.prependListener('request', (request, response) => {
    const { method, url = '', headers, rawHeaders } = request
    const answer = method === 'GET' && !isClosing && isForEverybody(headers) ? store.find(keyOf(url)) : null
    if (answer && !hasTwoHosts(rawHeaders) && answerWith(request, response, answer)) return
    handle.call(app.server, request, response)
  })
}
