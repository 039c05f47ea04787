//! How people and tools read Rootstock's answers: text with source excerpts, and JSON.
