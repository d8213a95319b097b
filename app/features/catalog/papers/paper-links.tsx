import type { PublicPaper } from '#contract/catalog/papers.ts'
import { languageName, PAPER_KINDS, PAPER_LABELS } from '#domain/paper.ts'
import { paperFacts, paperHref } from './paper-facts.ts'

/** Papers that everybody may read, by kind: a link to the file in each language, which needs no script. */
export function PaperLinks({ papers }: { papers: readonly PublicPaper[] }) {
  return (
    <dl className="max-w-190">
      {PAPER_KINDS.map((kind) => ({ kind, own: papers.filter((paper) => paper.kind === kind) }))
        .filter(({ own }) => own.length > 0)
        .map(({ kind, own }) => (
          <div key={kind} className="grid grid-cols-[38%_minmax(0,1fr)] max-sm:grid-cols-1 py-2.25 border-b-[1.5px] border-line">
            <dt className="pr-4 sm:pt-2.5 text-ink-2">{PAPER_LABELS[kind]}</dt>
            <dd>
              <ul>
                {own.map((paper) => (
                  <li key={paper.id} className="flex flex-wrap items-center gap-x-3">
                    <a
                      className="inline-flex min-h-11 items-center font-medium"
                      href={paperHref(paper)}
                      hrefLang={paper.language}
                      download
                      aria-label={`${PAPER_LABELS[kind]}, ${languageName(paper.language)}`}
                    >
                      {languageName(paper.language)}
                    </a>
                    <span className="text-sm text-ink-2">{paperFacts(paper)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
    </dl>
  )
}
