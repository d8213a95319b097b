import { useEffect, useState } from 'react'

interface SectionNavProps {
  sections: readonly { id: string; title: string }[]
}

/** The section that fills the upper part of the window. */
function useSectionInView(sections: SectionNavProps['sections']): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setId(target.id)
      },
      { rootMargin: '-30% 0px -65%' },
    )
    for (const section of sections) {
      const element = document.getElementById(section.id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [sections])
  return id
}

/** Leads to the sections of the page; stays in sight on wide screens. */
export function SectionNav({ sections }: SectionNavProps) {
  const inView = useSectionInView(sections)
  return (
    <nav aria-label="About this product" className="section-nav no-print">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === inView ? 'true' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
