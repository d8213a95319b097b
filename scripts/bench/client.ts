import { type Api, callLines, createApi, type Send } from '#contract/client.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { type Contract, contract } from '#contract/index.ts'

const MAX_REQUEST_MS = 120_000
export const DEMO_PASSWORD = 'reflute-demo'

/** The shop's typed client over HTTP, signed in if there is a `token`. */
export function clientOf(origin: string, token: string | null = null): Api<Contract> {
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await fetch(origin + url, {
      method,
      headers: { ...headers, 'accept-encoding': 'br', ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(MAX_REQUEST_MS),
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, statusText: answer.statusText, header: (name) => answer.headers.get(name), text: await answer.text() }
  }
  return createApi<Contract>(callLines(contract), send)
}

/** Signs in an account of the demo shop; returns its token. */
export async function tokenOf(origin: string, email: string): Promise<string> {
  const { token } = await clientOf(origin)
    .auth.login({ body: { email, password: DEMO_PASSWORD } })
    .then(sessionOf)
  return token
}

/** Signs in an account of the demo shop. */
export const signInAs = async (origin: string, email: string): Promise<Api<Contract>> => clientOf(origin, await tokenOf(origin, email))

/** Registers a new customer. */
export async function registerBuyer(origin: string, number: number): Promise<Buyer> {
  const { token } = await clientOf(origin).auth.register({
    body: { name: `Buyer ${number}`, email: `buyer-${number}@bench.test`, password: `corrugated-${number}-flute` },
  })
  return { api: clientOf(origin, token), token }
}

export interface Buyer {
  api: Api<Contract>
  token: string
}
