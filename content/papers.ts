import type { PaperKind } from '#domain/paper.ts'

/** A paper of the demo; `file` is in `content/papers/`. */
interface DemoPaper {
  slug: string
  kind: PaperKind
  language: 'en' | 'de' | 'fr'
  revision: string
  law: string
  file: string
}

const LANGUAGES = ['en', 'de', 'fr'] as const

const paper = (slug: string, kind: DemoPaper['kind'], law: string, revision: string): DemoPaper[] =>
  LANGUAGES.map((language) => ({ slug, kind, language, revision, law, file: `${slug}-${kind}-${language}.pdf` }))

/**
 * The papers of the demo, which `scripts/build-papers.ts` writes: manuals and declarations of two machines, and the declaration of a mat.
 */
export const DEMO_PAPERS: readonly DemoPaper[] = [
  ...['ecomat-1000', 'chipmaster-pro'].flatMap((slug) => [
    ...paper(slug, 'manual', '', '2'),
    ...paper(slug, 'declaration', '2006/42/EC', '1'),
  ]),
  ...paper('slit-mat-800x600-single', 'packaging', 'Regulation (EU) 2025/40', '1'),
]
