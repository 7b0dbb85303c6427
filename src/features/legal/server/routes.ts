import type { OperatorSettings } from '#platform/config/operator-settings.ts'
import type { OperatorText } from '#platform/config/operator-texts.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { LegalPage, LegalPageName, legal } from '../contract.ts'
import { defaultPages } from '../legal-pages.ts'

type LegalPages = Readonly<Record<LegalPageName, LegalPage>>

const toPage = ({ version, title, lead, sections }: OperatorText): LegalPage => ({
  title,
  lead,
  version,
  template: false,
  sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
})

/** The pages under an operator's name, with the operator's own terms and privacy notice where configured. */
export const legalPagesOf = ({ name, texts }: Pick<OperatorSettings, 'name' | 'texts'>): LegalPages => {
  const named = (page: LegalPage): LegalPage => ({
    ...page,
    lead: page.lead.replaceAll('{name}', name),
    sections: page.sections.map(section => ({
      ...section,
      heading: section.heading.replaceAll('{name}', name),
      paragraphs: section.paragraphs.map(paragraph => paragraph.replaceAll('{name}', name)),
    })),
  })
  return {
    terms: texts.terms ? toPage(texts.terms) : named(defaultPages.terms),
    privacy: texts.privacy ? toPage(texts.privacy) : named(defaultPages.privacy),
    rights: named(defaultPages.rights),
  }
}

export const legalRoutes = ({ legalPages }: { legalPages: LegalPages }): Handlers<typeof legal> => ({
  page: async ({ params }) => legalPages[params.page],
})
