/** What is too large for `localStorage` lies in IndexedDB: one database with a place for each kind of thing. */

const DATABASE = "tilesight";
const VERSION = 2;

/** @typedef {"tile-sets" | "photos"} Place */
const PLACES = ["tile-sets", "photos"];

/** @param {IDBRequest | IDBOpenDBRequest} request @returns {Promise<any>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * @param {Place} place
 * @param {IDBTransactionMode} mode
 * @param {(kept: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>} What the work's request results in.
 */
export async function inDatabase(place, mode, work) {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    const there = opening.result.objectStoreNames;
    for (const name of PLACES) if (!there.contains(name)) opening.result.createObjectStore(name);
  };
  const database = await done(opening);
  try {
    return await done(work(database.transaction(place, mode).objectStore(place)));
  } finally {
    database.close();
  }
}
