"""Made by "npm run generate" from the OpenAPI document of the service."""
