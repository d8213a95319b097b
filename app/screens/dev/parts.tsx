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
  { title: 'Buttons', text: 'One filled button for what a screen is for; hollow for the rest, red for what deletes.', part: <Buttons /> },
  { title: 'Links', text: 'In a sentence, on its own, and to another tab.', part: <Links /> },
  { title: 'Icons', text: 'Drawn with one line of two pixels.', part: <Icons /> },
  { title: 'Fields', text: 'Label above, hint below it, errors right at the field.', part: <Fields /> },
  { title: 'Forms', text: 'A refusal above the fields, and the button that sends.', part: <Forms /> },
  { title: 'Dialogs', text: 'Over the page; Escape closes, and the focus goes back.', part: <Dialogs /> },
  { title: 'Filters and pages', text: 'Links of a list. They work here: the address has their state.', part: <Filters /> },
  { title: 'Menus', text: 'Below a button of the header, or in a drawer on a small screen.', part: <Menus /> },
  { title: 'Notices', text: 'A message in the page, with another try where one helps.', part: <Notices /> },
  { title: 'Status', text: 'A state is always a word; its color and mark only help.', part: <Statuses /> },
  { title: 'Toasts', text: 'At the top right for four seconds, three at once.', part: <Toasts /> },
  { title: 'Loading', text: 'What a part shows until its data is there, or when reading it failed.', part: <Loading /> },
  { title: 'Tables', text: 'Rows on a wide screen, cards on a small one.', part: <Tables /> },
  { title: 'Facts and prices', text: 'Names with their values; a price in the chosen currency.', part: <Values /> },
  { title: 'Frames', text: 'Two pixels of ink; panels inside one frame are joined by a fold.', part: <Frames /> },
  { title: 'Pictures', text: 'Loaded, without a file, and when the file cannot be read.', part: <Pictures /> },
  { title: 'Empty lists', text: 'Instead of a list that has nothing or could not be read.', part: <Lists /> },
  { title: 'Message pages', text: 'Instead of a page that does not exist or could not be shown.', part: <Pages /> },
  { title: 'Page', text: 'What every page repeats.', part: <PageClasses /> },
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
              Every part of <code>app/ui/</code> in every state. Hover over them, move through them with the keyboard, and look at them in
              both themes.
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
