// Settings as several tabs and devices change them at once: each is as it was chosen last, by the time of the choice, in
// whatever order the choices come to be known. The server joins by the same rules (server/schemas/stored_settings.py).

import type { DeviceSettings, DeviceSettingsInput, PuzzleProgress, PuzzleProgressInput } from "../generated/api";

/** Some settings. `changed` names them and says when each was chosen, or, of a list, last emptied: `theme`, `look.board`. */
export type SettingsChange = DeviceSettingsInput;

/** Settings by their names. */
type Values = Record<string, unknown>;

const isFields = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns settings by the names that `changed` has for them. */
function valuesOf(settings: SettingsChange): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(settings)) {
    if (name === "changed") continue;
    if (name === "puzzles" || !isFields(value)) values[name] = value;
    else for (const [field, part] of Object.entries(value)) values[`${name}.${field}`] = part;
  }
  return values;
}

function settingsOf(values: Values, changed: Record<string, number>): SettingsChange {
  const settings: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const [field = "", part] = name.split(".");
    settings[field] = part === undefined ? value : { ...(settings[field] as Values | undefined), [part]: value };
  }
  return { ...settings, changed };
}

/** Returns what a setting of time `before` becomes by one of time `chosen`. */
function joinedValue(name: string, there: unknown, before: number, value: unknown, chosen: number): unknown {
  if (there === undefined) return value;
  if (name === "puzzles") return joinedPuzzles(there as PuzzleProgressInput, value as PuzzleProgressInput);
  if (Array.isArray(value) && chosen === before) return [...new Set([...(there as unknown[]), ...value])];
  return chosen < before ? there : value;
}

const joinedPuzzles = (there: PuzzleProgressInput, made: PuzzleProgressInput): PuzzleProgressInput => ({
  results: { ...there.results, ...made.results },
  days: { ...there.days, ...made.days },
  storm: Math.max(there.storm ?? 0, made.storm ?? 0),
});

/** Returns whether a change names any setting. */
export const isChange = ({ changed = {} }: SettingsChange): boolean => Object.keys(changed).length > 0;

/** Returns the first setting of a change, and the others. */
export function parted(change: SettingsChange): [SettingsChange, SettingsChange] {
  const values = valuesOf(change);
  const part = (times: [string, number][]): SettingsChange => settingsOf(Object.fromEntries(times.map(([name]) => [name, values[name]])), Object.fromEntries(times));
  const times = Object.entries(change.changed ?? {});
  return [part(times.slice(0, 1)), part(times.slice(1))];
}

/** Returns settings with those that a change names, except where another was chosen later. */
export function joined(settings: SettingsChange, change: SettingsChange): SettingsChange {
  const [values, times] = [valuesOf(settings), { ...settings.changed }];
  const given = valuesOf(change);
  for (const [name, chosen] of Object.entries(change.changed ?? {})) {
    if (!(name in given)) continue;
    const before = times[name] ?? 0;
    values[name] = joinedValue(name, values[name], before, given[name], chosen);
    times[name] = Math.max(before, chosen);
  }
  return settingsOf(values, times);
}

/** Returns settings as a change that names them all; what was chosen before times were stored is older than all else. */
export function asStored(settings: DeviceSettingsInput): SettingsChange {
  const names = Object.keys(valuesOf(settings));
  return { ...settings, changed: { ...Object.fromEntries(names.map((name) => [name, 0])), ...settings.changed } };
}

/** Returns what makes `wanted` of settings, chosen now: later than all that is known of them, whatever the clock says. */
export function changeOf(kept: DeviceSettings, wanted: DeviceSettingsInput, now: number): SettingsChange {
  const [values, changed]: [Values, Record<string, number>] = [{}, {}];
  const known = valuesOf(kept);
  const note = (name: string, value: unknown, chosen: number): void => {
    values[name] = value;
    changed[name] = chosen;
  };
  for (const [name, value] of Object.entries(valuesOf(wanted))) {
    const [there, before] = [known[name], kept.changed[name] ?? 0];
    if (name === "puzzles") note(name, newPuzzles(kept.puzzles, value as PuzzleProgressInput), 0);
    else if (Array.isArray(value) && Array.isArray(there)) {
      const added: unknown[] = value.filter((each) => !there.includes(each));
      if (added.length > 0) note(name, added, before);
      else if (value.length === 0 && there.length > 0) note(name, [], Math.max(now, before + 1));
    } else if (value !== there) note(name, value, Math.max(now, before + 1));
  }
  return settingsOf(values, changed);
}

/** Returns what progress has that was not there: all of it would be too long to be sent by a page that is left. */
function newPuzzles({ results, days }: PuzzleProgress, { results: made = {}, days: solved = {}, storm = 0 }: PuzzleProgressInput): PuzzleProgressInput {
  return {
    results: Object.fromEntries(Object.entries(made).filter(([name, { outcome }]) => results[name]?.outcome !== outcome)),
    days: Object.fromEntries(Object.entries(solved).filter(([day, how]) => days[day] !== how)),
    storm,
  };
}

/** Returns what of a change is not among stored settings, nor overtaken by what was chosen later. */
export function remaining(change: SettingsChange, stored: DeviceSettings): SettingsChange {
  const [there, given] = [valuesOf(stored), valuesOf(change)];
  const left = Object.entries(change.changed ?? {}).filter(([name, chosen]) => {
    const before = stored.changed[name] ?? 0;
    const made = joinedValue(name, there[name], before, given[name], chosen);
    return chosen > before || JSON.stringify(made) !== JSON.stringify(there[name]);
  });
  return settingsOf(Object.fromEntries(left.map(([name]) => [name, given[name]])), Object.fromEntries(left));
}
