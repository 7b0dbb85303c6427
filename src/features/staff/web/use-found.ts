import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import type { Call } from '#web/client.ts'

/** How many rows are read at once. */
export const pageSize = 25

/** Which rows are asked for: of those that a query finds, or of all. */
export type ListQuery = { query?: string; limit: number; offset: number }

/** The rows of a part, and how many there are in all. */
export type ListPage = { data: readonly unknown[]; total: number }

/** Reads a long list part by part: from its start, from another row, or what a query finds. */
export const useSearchablePage = <Reply extends ListPage>(call: Call<ListQuery, Reply>) => {
  const [{ query, offset, turns }, setPlace] = useState({ query: '', offset: 0, turns: 0 })
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    call,
    { ...(query === '' ? {} : { query }), limit: pageSize, offset },
    { keepPrevious: true },
  )
  const isEmpty = data?.data.length === 0 && !isPlaceholderData
  // The list became shorter than the part that was read.
  if (isEmpty && offset > 0) setPlace({ query, offset: 0, turns })
  return {
    data,
    error,
    isFetching,
    /** Whether what stands is what was asked for before. */
    isOld: isPlaceholderData,
    isEmpty,
    query,
    offset,
    heading: useReadOn(turns, isFetching),
    retry: () => void refetch(),
    search: (typed: string) => setPlace({ query: typed.trim(), offset: 0, turns }),
    turnTo: (next: number) => setPlace({ query, offset: next, turns: turns + 1 }),
    showAll: () => setPlace({ query: '', offset: 0, turns: turns + 1 }),
  }
}

/** What turned the page stands below it, or is gone with it: one reads on from the heading, which gets the focus. */
const useReadOn = (turns: number, isFetching: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useRef(turns)
  useEffect(() => {
    if (isFetching || read.current === turns) return
    read.current = turns
    heading.current?.focus()
  }, [isFetching, turns])
  return heading
}
