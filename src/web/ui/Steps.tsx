/** Where one is in a sequence of steps; `current` counts from 0. */
export const Steps = ({ names, current }: { names: readonly string[]; current: number }) => (
  <div className="steps">
    <p className="cnt">
      Step {current + 1} of {names.length}
      <span className="vh">: {names[current]}</span>
    </p>
    <ol>
      {names.map((name, at) => (
        <li
          key={name}
          className={at < current ? 'done' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          <span>{name}</span>
        </li>
      ))}
    </ol>
  </div>
)
