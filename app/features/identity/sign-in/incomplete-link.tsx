import type { ReactNode } from 'react'

/** Shown in place of a page that needs the whole link of an email; `children` lead on from here. */
export function IncompleteLink({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="alert" className="notice warn mb-4">
        This link is incomplete. Please open the complete link from your email again.
      </p>
      {children}
    </>
  )
}
