/** Whether a host of an address, as `URL.hostname` gives it, is this machine by name or number. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Whether what is sent to an address is read by nobody on the way: https, or this machine itself. */
export const isConfidential = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
