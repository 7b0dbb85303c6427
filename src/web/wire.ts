import type { Method } from '#api/endpoint.ts'
import type { Table } from '#api/table.ts'

/** What the page must know of one endpoint to call it: method, path, words for an unexplained failure, upload field. */
export type Wire = readonly [
  method: Method,
  path: string,
  fallback: string | null,
  uploadField: string | null,
]

export type Endpoints = { readonly [A in keyof Table]: { readonly [N in keyof Table[A]]: Wire } }
