import type { Read } from '#app/lib/api.ts'
import type { CaseStudy } from '#contract/content/case-studies.ts'

export const caseStudiesQuery: Read<CaseStudy[]> = {
  queryKey: ['case-studies'],
  read: async (api, signal) => (await api.caseStudies.list({ signal })).items,
}

export const caseStudyQuery = (id: string): Read<CaseStudy> => ({
  queryKey: ['case-studies', id],
  read: (api, signal) => api.caseStudies.byId({ params: { id }, signal }),
})
