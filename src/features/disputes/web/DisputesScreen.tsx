import { CreatedDisputes } from './CreatedDisputes.tsx'
import { TypeCards } from './TypeCards.tsx'
import './disputes.css'

/** The Disputes section: what can be disputed, then what was created, newest first. */
export const DisputesScreen = () => (
  <div className="stack">
    <TypeCards />
    <CreatedDisputes />
  </div>
)
