import { useMemo } from 'react'

/** A longer text is shown without colour: a hundred thousand coloured words would make the page slow. */
const longestColoured = 400_000

const key = /("(?:[^"\\]|\\.)*")(?=:)/

/** JSON as text, its keys coloured. */
export const JsonText = ({ text }: { text: string }) => {
  const parts = useMemo(() => (text.length > longestColoured ? [text] : text.split(key)), [text])
  return (
    <code>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} className="jk">
            {part}
          </span>
        ),
      )}
    </code>
  )
}
