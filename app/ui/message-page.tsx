import type { ReactNode } from 'react'

interface MessagePageProps {
  title: string
  text: string
  /** Links to continue. */
  children: ReactNode
}

/** In place of a page that does not exist, or not for this reader: an open empty box beside why. */
export function EmptyBoxPage({ title, text, children }: MessagePageProps) {
  return (
    <div className="wrap grid items-center gap-8 py-12 md:grid-cols-2">
      <div>
        <h1>{title}</h1>
        <p className="my-4 max-w-lead text-ink-2">{text}</p>
        <p className="flex flex-wrap gap-3">{children}</p>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="frame w-full" />
    </div>
  )
}

/** In place of a page that exists and could not be shown. */
export function FailedPage({ title, text, children }: MessagePageProps) {
  return (
    <div className="wrap py-16">
      <h1>{title}</h1>
      <p className="my-4 max-w-lead text-ink-2">{text}</p>
      <p className="flex flex-wrap gap-3">{children}</p>
    </div>
  )
}
