import { Link } from 'react-router'
import type { PageBlock, PageForm, PageLink, PageSection, PageTable } from '#content/written-page.ts'

function Table({ table: { caption, head, rows } }: { table: PageTable }) {
  return (
    <table className="page-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Links below a text. */
export function PageLinks({ links }: { links: readonly PageLink[] }) {
  return (
    <p className="no-print flex flex-wrap gap-x-6">
      {links.map(({ to, label }) => (
        <Link key={to} className="flex items-center min-h-11 font-medium" to={to}>
          {label}
        </Link>
      ))}
    </p>
  )
}

/** A form on paper, with a line for each field. */
function PaperForm({ form: { title, lines, fields, note } }: { form: PageForm }) {
  return (
    <div className="max-w-text grid gap-3 p-5 border-2 border-ink">
      <h3 className="text-lg">{title}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl className="grid gap-4">
        {fields.map((field) => (
          <div key={field} className="border-b border-line-strong">
            <dt className="text-sm text-ink-2">{field}</dt>
            <dd className="min-h-8" aria-hidden />
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">{note}</p>
    </div>
  )
}

function Block({ block }: { block: PageBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('table' in block) return <Table table={block.table} />
  if ('links' in block) return <PageLinks links={block.links} />
  if ('form' in block) return <PaperForm form={block.form} />
  return (
    <ul className="page-list max-w-text grid gap-1.5 pl-[1.2em] list-[square]">
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Links to the sections of a page. */
export function PageContents({ sections }: { sections: readonly Pick<PageSection, 'id' | 'title'>[] }) {
  return (
    <nav aria-label="On this page" className="page-contents no-print lg:sticky lg:top-23 lg:self-start">
      <ul className="lg:block lg:border-b-0 flex flex-wrap gap-x-5 py-1 border-y-2 border-ink">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className="flex items-center min-h-11" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The sections of a page. */
export function PageSections({ sections }: { sections: readonly PageSection[] }) {
  return sections.map(({ id, title, blocks }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="page-section">
      <h2 className="text-xl" id={`${id}-title`}>
        {title}
      </h2>
      {blocks.map((block, at) => (
        <Block key={typeof block === 'string' ? block : at} block={block} />
      ))}
    </section>
  ))
}
