/** A whole place is loading. Shows after 200 ms, so that a fast start shows nothing. */
export const Spinner = ({ text = 'Loading...' }: { text?: string }) => (
  <div className="empty late" role="status">
    <span className="spin" aria-hidden="true" />
    <p>{text}</p>
  </div>
)
