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
    <nav
      aria-label="About this product"
      className="no-print border-t-2 border-t-ink border-b-[1.5px] border-b-line bg-paper max-sm:-mx-4 min-[60rem]:sticky min-[60rem]:top-17.5 min-[60rem]:z-5"
    >
      <ul className="flex gap-x-6 overflow-x-auto [scrollbar-width:none] max-sm:gap-x-5 max-sm:px-4">
        {sections.map(({ id, title }) => (
          <li key={id} className="flex-none">
            <a
              className="flex items-center min-h-12 -outline-offset-3 whitespace-nowrap text-ink font-medium no-underline hover:underline hover:decoration-auto aria-[current]:tape-line"
              href={`#${id}`}
              aria-current={id === inView ? 'true' : undefined}
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
