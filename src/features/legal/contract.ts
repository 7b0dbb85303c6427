import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'

const pageNames = ['terms', 'privacy', 'rights'] as const
export type LegalPageName = (typeof pageNames)[number]

export const LegalPage = z
  .object({
    title: z.string(),
    lead: z.string(),
    /** The date of the text, `YYYY-MM-DD`; a changed text gets a new one. */
    version: z.string(),
    /** No lawyer has reviewed it yet; the page states this at the top. */
    template: z.boolean(),
    sections: z.array(
      z.object({
        heading: z.string(),
        /** Lines with `- ` are a list; `**bold**` and `[text](https://…)` are as in Markdown. */
        paragraphs: z.array(z.string()),
        /** Official pages on the web. */
        links: z.array(z.object({ text: z.string(), href: z.string() })).optional(),
      }),
    ),
  })
  .meta({ id: 'LegalPage' })
export type LegalPage = z.output<typeof LegalPage>

export const legal = defineEndpoints({
  page: {
    method: 'GET',
    path: '/legal/:page',
    auth: 'anyone',
    params: z.strictObject({ page: z.enum(pageNames) }),
    reply: LegalPage,
    errors: ['not_found'],
    fallback: 'Failed to load this page',
    rateLimit: 'read',
    summary: 'The terms of use, the privacy notice, or the rights of users',
  },
})
