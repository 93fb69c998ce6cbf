const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/** A clock as the server writes it: with hours only if there are any. @param {number} seconds */
export function clockText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** The same of what is left, which is never less than nothing. @param {number} milliseconds */
export const timeLeftText = (milliseconds) => clockText(Math.max(0, Math.floor(milliseconds / 1000)));
