import type { ReactNode } from 'react'
import { Colors } from '#app/features/kit/palette/colors.tsx'
import { Buttons, Drawings, Fields, Icons, StatusWords, TableSample, Toasts } from '#app/features/kit/palette/parts.tsx'
import { Spacing, TypeScale } from '#app/features/kit/palette/scales.tsx'

const PARTS: readonly { title: string; text: string; part: ReactNode }[] = [
  {
    title: 'Colors',
    text: 'Two inks on kraft. Names and values are read from the style sheets of this very page, contrasts are counted from them.',
    part: <Colors />,
  },
  { title: 'Type', text: 'Archivo in three cuts: for headings, for text, for tables.', part: <TypeScale /> },
  { title: 'Spacing', text: 'Every distance is a multiple of one step.', part: <Spacing /> },
  { title: 'Buttons', text: 'One filled button for what a screen is for; hollow for the rest, red for what deletes.', part: <Buttons /> },
  { title: 'Fields', text: 'Label above, hint below it, what is wrong right at the field.', part: <Fields /> },
  { title: 'Status words', text: 'A state is always a word; its color and mark only help.', part: <StatusWords /> },
  { title: 'Tables', text: 'Heads over a strong line, amounts to the right.', part: <TableSample /> },
  { title: 'Toasts', text: 'Shown at the top right for four seconds, three at once. Try them.', part: <Toasts /> },
  { title: 'Icons', text: 'Drawn with one line of two pixels.', part: <Icons /> },
  { title: 'Drawings', text: 'The only pictures of the shop, drawn by the server from their specifications.', part: <Drawings /> },
]

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Color tokens, type and components of the screens. */
export default function ColorPaletteScreen() {
  return (
    <>
      <h1>Color palette</h1>
      <div className="settings">
        <nav aria-label="Color palette">
          <ul className="flex flex-wrap gap-x-1 xl:sticky xl:top-4.5 xl:flex-col xl:border-l-2 xl:border-line-strong">
            {PARTS.map(({ title }) => (
              <li key={title}>
                <a
                  className="flex items-center min-h-11 px-3 py-0.5 text-ink-2 font-medium no-underline hover:bg-blue-tint hover:text-ink"
                  href={`#${idOf(title)}`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-1 gap-5.5 min-w-0">
          {PARTS.map(({ title, text, part }) => (
            <section key={title} id={idOf(title)} aria-labelledby={`${idOf(title)}-title`} className="frame settings-section">
              <div className="settings-head">
                <h2 className="text-xl" id={`${idOf(title)}-title`}>
                  {title}
                </h2>
                <p>{text}</p>
              </div>
              <div className="px-5.5 py-4.5">{part}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
