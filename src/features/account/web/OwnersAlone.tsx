/** In the place of what nobody but the owner may see, while a manager has the account open. */
export const OwnerOnlyNote = () => (
  <section className="card stack-s" aria-labelledby="owners-alone">
    <h2 className="h3" id="owners-alone">
      Sign-in and data
    </h2>
    <p className="muted">
      Only the client can see where they are signed in, use the authenticator app, export the data or delete
      the account.
    </p>
  </section>
)
