import { isRouteErrorResponse, Link } from 'react-router'
import { Footer } from '#app/features/shell/footer.tsx'
import { Header } from '#app/features/shell/header.tsx'
import { NotFound } from '#app/features/shell/not-found.tsx'
import { getShop } from '#app/lib/shop.ts'
import { FailedPage } from '#app/ui/message-page.tsx'

/** What stands on a page that could not be made. */
export function PageError({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <Header />
      <main className="min-h-[60vh]">{isMissing ? <NotFound /> : <Failed />}</main>
      <Footer />
    </>
  )
}

function Failed() {
  return (
    <>
      <title>{`Something went wrong | ${getShop().name}`}</title>
      <FailedPage title="Something went wrong" text="This page could not be shown. Your cart and what you typed elsewhere are safe.">
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
