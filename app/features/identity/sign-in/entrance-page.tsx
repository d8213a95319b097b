import type { ReactNode } from 'react'

/** The frame of the pages for signing in: the form left, a drawing joined to it by a fold. */
export function EntrancePage({ title, lead, children }: { title: string; lead?: string | undefined; children: ReactNode }) {
  return (
    <div className="wrap py-8 md:py-12">
      <div className="frame grid items-stretch max-w-form mx-auto md:grid-cols-[5fr_6fr] md:max-w-[68rem]">
        <div className="p-6 md:p-10">
          <h1 className={lead ? undefined : 'mb-6'}>{title}</h1>
          {lead && <p className="mt-2 mb-6 max-w-lead text-ink-2">{lead}</p>}
          <noscript>
            <p className="notice warn">
              This form needs JavaScript. Turn it on and reload the page, or <a href="/contact">contact us</a> to order by email or phone.
            </p>
          </noscript>
          <div className="needs-script">{children}</div>
        </div>
        <img src="/drawings/scenes/hero.svg" width={800} height={600} alt="" className="joined-drawing object-fill max-md:hidden" />
      </div>
    </div>
  )
}
