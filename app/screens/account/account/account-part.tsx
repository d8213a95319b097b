import type { ReactNode } from 'react'

/** One part of an account page: what it is about, and what can be done. */
export function AccountPart({ id, title, about, children }: { id: string; title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="account-part grid gap-4 p-5 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-x-14 lg:gap-y-6 lg:p-8"
    >
      <div>
        <h2 id={id}>{title}</h2>
        <div className="mt-2 text-ink-2">{about}</div>
      </div>
      {children}
    </section>
  )
}
