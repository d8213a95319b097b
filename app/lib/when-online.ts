/** Waits while the browser knows that it has no network. @throws DOMException when `signal` is aborted meanwhile */
export async function whenOnline(signal?: AbortSignal): Promise<void> {
  if (typeof window === 'undefined' || navigator.onLine) return
  await new Promise<void>((resolve, reject) => {
    window.addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) })
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
