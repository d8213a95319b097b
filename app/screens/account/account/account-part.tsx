import type { ReactNode } from 'react'

/** One part of an account page: what it is about, and what can be done. */
export function AccountPart({ id, title, about, children }: { id: string; title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="account-part">
      <div>
        <h2 id={id}>{title}</h2>
        <div className="mt-2 text-ink-2">{about}</div>
      </div>
      {children}
    </section>
  )
}
