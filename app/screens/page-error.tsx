import { isRouteErrorResponse, Link } from 'react-router'
import { AWAY } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { FailedPage } from '#app/ui/message-page.tsx'
import { Footer } from './shell/footer.ts'
import { Header } from './shell/header.tsx'
import { NotFound } from './shell/not-found.tsx'

/** Error page with header and footer, shown when a page could not be rendered. */
export function PageError({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 0
  return (
    <>
      <Header />
      <main className="min-h-[60vh]">{status === 404 ? <NotFound /> : status === 503 ? <Away /> : <Failed />}</main>
      <Footer />
    </>
  )
}

/** Shown while the database is away. */
function Away() {
  return (
    <>
      <title>{`${AWAY.title} | ${getShop().name}`}</title>
      <FailedPage title={AWAY.title} text="The shop can't be reached right now. Your cart is safe. Try again in a moment.">
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Try again
        </button>
      </FailedPage>
    </>
  )
}

function Failed() {
  return (
    <>
      <title>{`Something went wrong | ${getShop().name}`}</title>
      <FailedPage title="Something went wrong" text="We couldn't show this page. Your cart and your unsaved drafts are safe.">
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Try again
        </button>
        <Link to="/" className="button hollow">
          Back to Home
        </Link>
      </FailedPage>
    </>
  )
}
