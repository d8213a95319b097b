import { ApiError, problemOf } from '#contract/errors.ts'
import { isSignedInAgain, PATIENCE_MS } from './api.ts'
import { saveFile } from './hand-over.ts'
import { sendWithStepUp } from './step-up.ts'
import { currentToken } from './token.ts'

/** The name that an answer gives its file, else `fallback`. */
const nameOf = (disposition: string | null, fallback: string) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? fallback

/** Fetches a file as the signed-in user. @throws ApiError when it is refused */
export async function fetchFile(url: string): Promise<Response> {
  const token = currentToken()
  const answer = await sendWithStepUp(() =>
    fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {}, signal: AbortSignal.timeout(PATIENCE_MS.upload) }),
  )
  if (!answer.ok) {
    if (answer.status === 401 && (await isSignedInAgain(token, true))) return fetchFile(url)
    throw new ApiError(problemOf(answer.status, answer.statusText, await answer.text()))
  }
  return answer
}

/**
 * Fetches a file of the signed-in user and hands it to the browser.
 * @returns the headers of the answer.
 * @throws ApiError when it is refused.
 */
export async function download(url: string, fallbackName: string): Promise<Headers> {
  const answer = await fetchFile(url)
  saveFile(nameOf(answer.headers.get('content-disposition'), fallbackName), await answer.blob())
  return answer.headers
}
