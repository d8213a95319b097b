import { isRouteErrorResponse, Link } from 'react-router'
import { Footer } from '#app/features/shell/footer.tsx'
import { Header } from '#app/features/shell/header.tsx'
import { NotFound } from '#app/features/shell/not-found.tsx'

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
    <div className="wrap py-16">
      <title>Something went wrong | Reflute</title>
      <h1>Something went wrong</h1>
      <p className="my-4 max-w-lead text-ink-2">This page could not be shown. Your cart and what you typed elsewhere are safe.</p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Try again
        </button>
        <Link to="/" className="button hollow">
          Back to Home
        </Link>
      </p>
    </div>
  )
}
