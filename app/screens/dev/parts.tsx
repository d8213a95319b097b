import './parts.css'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Queries } from '#app/lib/queries.tsx'
import { CurrencyToggle } from '#app/screens/shell/currency-toggle.tsx'
import { Buttons, Icons, Links } from './buttons.tsx'
import { Frames, PageClasses, Tables, Values } from './data.tsx'
import { Dialogs } from './dialogs.tsx'
import { Fields, Forms } from './forms.tsx'
import { Loading } from './loading.tsx'
import { Lists, Notices, Pages, Statuses, Toasts } from './messages.tsx'
import { Filters, Menus } from './navigation.tsx'
import { Pictures } from './pictures.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Tokens } from './tokens.tsx'

export const meta = () => [{ title: 'UI parts' }, { name: 'robots', content: 'noindex' }]

const SECTIONS: readonly { title: string; text: string; part: ReactNode }[] = [
  { title: 'Tokens', text: 'Colors in both themes with their contrast, sizes of text, spacing.', part: <Tokens /> },
  {
    title: 'Buttons',
    text: 'One filled button for the main action of a screen, hollow buttons for the rest, red for deletion.',
    part: <Buttons />,
  },
  { title: 'Links', text: 'In a sentence, on their own, and to another tab.', part: <Links /> },
  { title: 'Icons', text: 'Drawn with a two-pixel line.', part: <Icons /> },
  { title: 'Fields', text: 'Label above, hint below, error at the field.', part: <Fields /> },
  { title: 'Forms', text: 'An error above the fields, and the submit button.', part: <Forms /> },
  { title: 'Dialogs', text: 'Shown over the page. Escape closes it and returns the focus.', part: <Dialogs /> },
  { title: 'Filters and pages', text: 'Links of a list. They work here: their state is in the address.', part: <Filters /> },
  { title: 'Menus', text: 'Below a button of the header, or in a drawer on a small screen.', part: <Menus /> },
  { title: 'Notices', text: 'A message on the page, with a retry where it helps.', part: <Notices /> },
  { title: 'Status', text: 'A status is always a word. Its color and mark only support it.', part: <Statuses /> },
  { title: 'Toasts', text: 'At the top right for four seconds, up to three at a time.', part: <Toasts /> },
  { title: 'Loading', text: 'Shown until data is loaded, or when loading failed.', part: <Loading /> },
  { title: 'Tables', text: 'Rows on a wide screen, cards on a small one.', part: <Tables /> },
  { title: 'Facts and prices', text: 'Names with their values, and a price in the chosen currency.', part: <Values /> },
  { title: 'Frames', text: 'Two pixels of ink. Panels in a frame are joined by a fold.', part: <Frames /> },
  { title: 'Pictures', text: "Loaded, without a file, and when the file can't be read.", part: <Pictures /> },
  { title: 'Empty lists', text: 'Shown instead of a list that is empty or could not be loaded.', part: <Lists /> },
  { title: 'Message pages', text: "Shown instead of a page that doesn't exist or could not be shown.", part: <Pages /> },
  { title: 'Page', text: 'Repeated on every page.', part: <PageClasses /> },
]

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Every part of `app/ui/` in every state, for `npm run dev`. */
export default function PartsScreen() {
  return (
    <Queries>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="border-b-2 border-ink bg-surface lg:sticky lg:top-0 lg:z-10">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1">
          <Link to="/" className="back-link">
            Shop
          </Link>
          <div className="flex flex-wrap items-center gap-x-6">
            <CurrencyToggle />
            <ThemeChoice />
          </div>
        </div>
      </header>
      <div className="wrap grid gap-x-10 gap-y-6 py-8 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="UI parts">
          <ul className="flex flex-wrap gap-x-4 lg:sticky lg:top-20 lg:grid">
            {SECTIONS.map(({ title }) => (
              <li key={title}>
                <a href={`#${idOf(title)}`} className="flex min-h-11 items-center lg:min-h-8">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1} className="grid min-w-0 gap-12 outline-none">
          <div>
            <h1>UI parts</h1>
            <p className="mt-3 max-w-text text-ink-2">
              Every part of <code>app/ui/</code> in every state. Hover over them, use the keyboard, and view them in both themes.
            </p>
          </div>
          {SECTIONS.map((section) => (
            <Section key={section.title} {...section} />
          ))}
        </main>
      </div>
    </Queries>
  )
}

function Section({ title, text, part }: (typeof SECTIONS)[number]) {
  const id = useId()
  return (
    <section id={idOf(title)} aria-labelledby={id} className="min-w-0 scroll-mt-20">
      <h2 id={id}>{title}</h2>
      <p className="mt-1 mb-5 text-ink-2">{text}</p>
      <div className="grid gap-6">{part}</div>
    </section>
  )
}
