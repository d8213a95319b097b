import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useSession } from '#app/features/session/use-session.ts'
import { mayEnter } from '#domain/access.ts'

function EmptyBox({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="wrap grid items-center gap-8 py-12 md:grid-cols-2">
      <div>
        <h1>{title}</h1>
        <p className="my-4 max-w-lead text-ink-2">{text}</p>
        <p className="flex flex-wrap gap-3">
          {children}
          <Link to="/blog" className={children ? 'button hollow' : 'button'}>
            Back to Blog
          </Link>
          <Link to="/" className="button hollow">
            Back to Home
          </Link>
        </p>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="frame w-full" />
    </div>
  )
}

/** The page of an article that never was (S226). */
export function ArticleNotFound() {
  return <EmptyBox title="Article Not Found" text="There is no article at this address. It may have been mistyped." />
}

/** The page of an article that the public may not read now (S224). The server does not know who asks: those who look after the blog see it after all. */
export function ArticleNotAvailable() {
  const { user } = useSession()
  const { revalidate } = useRevalidator()
  const isStaff = user !== null && mayEnter(['application_admin', 'super_admin'], user.role)
  const hasTried = useRef(false)
  useEffect(() => {
    if (!isStaff || hasTried.current) return
    hasTried.current = true
    void revalidate()
  }, [isStaff, revalidate])
  return (
    <EmptyBox
      title="Article Not Available"
      text="This article is not published at the moment. It may come back; the others are in the blog."
    />
  )
}

/** What stands here when the article could not be read (S225). */
export function ArticleFailed() {
  const { state, revalidate } = useRevalidator()
  return (
    <EmptyBox title="Unable to Load Article" text="Something went wrong on the way. Please try again.">
      <button type="button" className="button" disabled={state === 'loading'} onClick={() => void revalidate()}>
        {state === 'loading' ? 'Trying…' : 'Try again'}
      </button>
    </EmptyBox>
  )
}
