import textStyles from '#web/ui/text.module.css'

const hyphened = /((?:XXX-XX|\d{5})-\d{4})/

/** A text whose masked Social Security number and ZIP codes stand in one line, though they hold hyphens. */
export const UnbrokenNumbers = ({ text }: { text: string }) =>
  text.split(hyphened).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={`${at} ${piece}`} className={textStyles.noWrap}>
        {piece}
      </span>
    ),
  )
