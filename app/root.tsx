import { type ReactNode, useContext, useState } from 'react'
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import styles from './app.css?url'
import displayFont from './fonts/archivo-display.woff2?url'
import textFont from './fonts/archivo-text.woff2?url'
import { loadShop } from './lib/api.ts'
import { awayContext } from './lib/context.ts'
import { isEuMarket } from './lib/market.ts'
import { NonceContext } from './lib/nonce.ts'
import { getPublicUrl } from './lib/public-url.ts'
import { getShop } from './lib/shop.ts'
import { PageError } from './screens/page-error.tsx'
import { MarketFollower } from './screens/shell/market-follower.tsx'
import { later } from './ui/later.tsx'
import { RouteFocus } from './ui/route-focus.tsx'
import { Toaster } from './ui/toaster.tsx'

const Gates = later(async () => (await import('./screens/shell/late-gates.tsx')).Gates)

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(awayContext)) throw data(null, { status: 503 })
  await loadShop(context)
  return null
}

/** Belongs to the document: later navigations keep it. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const [shop] = useState(getShop)
  const nonce = useContext(NonceContext)
  const inline = nonce ? { nonce } : {}
  const data = {
    'data-url': getPublicUrl(),
    'data-shop': JSON.stringify(shop),
    'data-currency': shop.currency === 'EUR' ? 'EUR' : undefined,
    'data-law': isEuMarket(shop.market) ? 'eu' : undefined,
  }
  return (
    <html lang="en" {...data} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#12173a" />
        <script src="/boot.js" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration {...inline} />
        <Scripts {...inline} />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <>
      <Outlet />
      <Toaster />
      <RouteFocus />
      <MarketFollower />
      <Gates />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
