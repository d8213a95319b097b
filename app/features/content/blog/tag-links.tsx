import { Link } from 'react-router'
import { tagHref } from './blog-filters.ts'

/** The tags of a post, each linked to the articles with it (S122). */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="tag-links no-print">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={tagHref(tag)}>{tag}</Link>
        </li>
      ))}
    </ul>
  )
}
