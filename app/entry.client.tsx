import { StrictMode, startTransition } from 'react'
import { HydratedRouter } from 'react-router/dom'
import { hydrateRoot } from './lib/hydrate-root.ts'
import { TakeOver } from './ui/take-over.tsx'

// a page that cannot be fetched is answered by the service worker; development has none
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = async () => navigator.serviceWorker.register('/sw.js')
  const registerSurely = () => void register().catch(() => undefined) // a browser that stores nothing has none
  if (document.readyState === 'complete') registerSurely()
  else window.addEventListener('load', registerSurely)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TakeOver>
        <HydratedRouter />
      </TakeOver>
    </StrictMode>,
  )
})
