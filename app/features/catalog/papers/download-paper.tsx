import { DownloadButton } from '#app/features/kit/frame/download-button.tsx'
import type { Paper } from '#contract/catalog/papers.ts'
import { paperHref } from './paper-facts.ts'

/** Button that downloads a paper as the signed-in user. @param name what it is, for screen readers */
export const DownloadPaper = ({ paper, name }: { paper: Pick<Paper, 'id'>; name: string }) => (
  <DownloadButton path={paperHref(paper)} fileName="paper" name={name} />
)
