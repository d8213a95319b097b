/** Waits while the browser knows that it has no network. */
export async function whenOnline(): Promise<void> {
  if (typeof window === 'undefined' || navigator.onLine) return
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  })
}
