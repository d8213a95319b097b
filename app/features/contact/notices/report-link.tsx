import { Link } from 'react-router'

/** Link to the report of a page that somebody takes to be illegal (Regulation (EU) 2022/2065, Article 16). */
export const ReportLink = ({ path, noun }: { path: string; noun: 'product' | 'producer' | 'article' }) => (
  <Link className="no-print inline-flex items-center min-h-11" rel="nofollow" to={`/report?address=${encodeURIComponent(path)}`}>
    Report this {noun}
  </Link>
)
