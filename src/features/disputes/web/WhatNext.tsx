/**
 * What follows a letter: a bureau has 30 days from its receipt, up to 45 when it gets more information meanwhile
 * (FCRA section 611(a)(1), 15 USC 1681i), and 5 business days more to write (section 611(a)(6)).
 */
export const WhatNext = ({ toMail }: { toMail: boolean }) => (
  <aside className="card sum stack-s" aria-label="What happens next">
    <h3>What happens next</h3>
    <ol className="time">
      {toMail && (
        <li className="on">
          <div>
            <b>Now</b>
            <p>
              You download and sign your letters, add copies of your ID and of a proof of address, and mail
              them.
            </p>
          </div>
        </li>
      )}
      <li>
        <div>
          <b>When a bureau receives its letter</b>
          <p>It usually has 30 days to look into it. New information from you can make it 45.</p>
        </div>
      </li>
      <li>
        <div>
          <b>Within 5 business days after that</b>
          <p>It sends its answer to your address.</p>
        </div>
      </li>
    </ol>
  </aside>
)
