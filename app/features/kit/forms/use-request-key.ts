import { useRef } from 'react'

/** Random, also where the page did not come over https and `randomUUID` does not exist. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The Idempotency-Key of a request: the same for as long as nothing in it changes, however often it is sent. */
export function useRequestKey(): (request: unknown) => string {
  const last = useRef({ request: '', key: '' })
  return (request) => {
    const text = JSON.stringify(request)
    if (last.current.request !== text) last.current = { request: text, key: newKey() }
    return last.current.key
  }
}
