import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { forgetSession } from '#app/features/kit/session/sign-out.ts'

/** The last page of an account: it also puts away what this browser knew of its user. */
export function AccountDeleted({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    forgetSession()
    heading.current?.focus()
  }, [])
  return (
    <div className="wrap py-8 md:py-12">
      <div className="frame grid items-stretch max-w-form mx-auto md:grid-cols-[5fr_6fr] md:max-w-[68rem]">
        <div className="flex flex-col items-start gap-4 p-6 md:p-10">
          <h1 ref={heading} tabIndex={-1}>
            Your account is deleted
          </h1>
          <p className="wrap-anywhere text-ink-2">
            You're signed out everywhere. We sent a confirmation to {email}. Thank you for being our customer.
          </p>
          <Link to="/" className="button">
            Back to Home
          </Link>
        </div>
        <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="joined-drawing max-md:hidden" />
      </div>
    </div>
  )
}
