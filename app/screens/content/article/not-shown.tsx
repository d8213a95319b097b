import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { EmptyBoxPage } from '#app/ui/message-page.tsx'
import { ReadAgainButton } from '#app/ui/read-failed.tsx'
import { isStaffRole } from '#domain/user.ts'

function Elsewhere({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      <Link to="/blog" className={isFirst ? 'button' : 'button hollow'}>
        Back to Blog
      </Link>
      <Link to="/" className="button hollow">
        Back to Home
      </Link>
    </>
  )
}

/** The page of an article that never was (S226). */
export function ArticleNotFound() {
  return (
    <EmptyBoxPage title="Article Not Found" text="There's no article at this address. The link may have a typo.">
      <Elsewhere isFirst />
    </EmptyBoxPage>
  )
}

/**
 * The page of an article that the public may not read now (S224). The server does not know who asks: those who look after the blog see it
 * after all.
 */
export function ArticleNotAvailable() {
  const { user } = useSession()
  const { revalidate } = useRevalidator()
  const isStaff = isStaffRole(user?.role)
  const hasTried = useRef(false)
  useEffect(() => {
    if (!isStaff || hasTried.current) return
    hasTried.current = true
    void revalidate()
  }, [isStaff, revalidate])
  return (
    <EmptyBoxPage title="Article Not Available" text="This article isn't published right now. You'll find our other articles in the blog.">
      <Elsewhere isFirst />
    </EmptyBoxPage>
  )
}

/** Shown when the article could not be read (S225). */
export function ArticleFailed() {
  return (
    <EmptyBoxPage title="Unable to Load Article" text="Something went wrong. Please try again.">
      <ReadAgainButton />
      <Elsewhere isFirst={false} />
    </EmptyBoxPage>
  )
}
